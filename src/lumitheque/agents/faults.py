"""AgentFault: refusals that only agents meet; all others are those of the house."""

from lumitheque.languages import Catalogue, fill
from lumitheque.reception.faults import Fault, HouseFault

WORDS = Catalogue("agents")


class AgentFault(HouseFault):
    def fault(self, language: str) -> Fault:
        return Fault(self.code, fill(WORDS.words(language)["faults"][self.code], language, self.facts))
