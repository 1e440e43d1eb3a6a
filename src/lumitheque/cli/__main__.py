"""python -m lumitheque.cli"""

from lumitheque.cli import main

main()
