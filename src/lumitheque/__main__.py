"""python -m lumitheque"""

from lumitheque.cli import main

main()
