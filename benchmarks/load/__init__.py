"""What `make bench-server` drives servers with: one cheap client, and a dialect for every server that is measured."""
