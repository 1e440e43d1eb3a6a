"""People who are away: holidays and quiet hours, which are their own, and absences for which a table has a substitute.

dates.py        Absences: holidays and quiet hours of one person; when they begin and end; how many days a year
book.py         AbsenceBook: everybody's, as the store has them
holidays.py     HolidayKeeper: stops clocks over days while somebody is on holiday; nobody's time is out in quiet hours
substitutes.py  SubstituteKeeper: lets the substitute play for whoever was away longer than their table allows
"""
