"""What is compiled for each game on behalf of the adapters."""
