"""Documentation that is made from the program."""
