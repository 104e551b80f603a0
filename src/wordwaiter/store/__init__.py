"""The journal: facts that are only ever added, and never lost once they are acknowledged.

fact        something that happened, at its position in the journal
stream      the facts of one thing (a table, a Hare round, a tournament, the judge's log), counted by version
entry       the facts that one command brought about; all of them are written, or none
family      the kinds of fact that fold into one kind of state: game.*, hare.*, tournament.*, judge.*,
            access.*, house.*
"""
