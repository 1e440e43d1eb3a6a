"""Pictures and print for whoever asks the house: made in threads of low priority, kept for a while, limited by address.

kept_work.py   KeptWork: what takes a while, made once in a thread and kept, up to so many bytes
previews.py    PreviewRoom: pictures of tables for links, of the public view only
print_shop.py  PrintShop: games as PDF
"""
