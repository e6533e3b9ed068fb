"""1889: History of Shikoku Railways, designed by Yasutaka Ikeda; rights: the designer and Grand Trunk Games."""
