"""1889: History of Shikoku Railways, designed by Yasutaka Ikeda, published by Grand Trunk Games: nothing but data."""
