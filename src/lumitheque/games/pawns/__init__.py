"""What Galax and Sirius share: the board, the suns, moons and stars, and how they are set out."""
