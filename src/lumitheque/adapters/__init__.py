"""The games of the shelf for programs of others: OpenSpiel."""
