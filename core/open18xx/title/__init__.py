"""What is printed in the box: the model of a title, and how files become one."""
