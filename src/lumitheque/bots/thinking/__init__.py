"""What is compiled for each game: moves made without thinking, tree search, alpha-beta."""
