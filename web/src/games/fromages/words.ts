/** What the board says beyond the words of the game. */
export const fr = {
  cell: (cell: string, what: string) => `${cell}, ${what}`,
  start: (rat: string) => `départ de ${rat}`,
  home: (rat: string, reached: boolean) => `maison de ${rat}, ${reached ? "la voie est libre" : "pas encore atteinte"}`,
  trap: "trappe fermée, moins un point",
  upside: "tête en bas",
  cheese: (points: number) => `fromage de ${points}`,
  reached: "atteint",
  unreached: "pas atteint",
  clogged: "encombré",
  covered: (cheese: number) => (cheese ? `sous un tuyau encombré, fromage de ${cheese} perdu` : "sous un tuyau encombré"),
  ghost: "à confirmer",
  changed: (name: string) => `changé par ${name}`,

  network: (name: string, rat: string) => `Réseau de ${name}, rat ${rat}`,
  mine: (rat: string) => `Votre réseau, rat ${rat}`,
  wheelHere: "a le gros fromage",
  now: (points: number) => `${signed(points)} pour l’instant`,
  total: (points: number) => `${signed(points)} au total`,
  cards: (count: number) => `${count} ${count > 1 ? "cartes" : "carte"}`,
  top: (card: string) => `dessus : ${card}`,
  empty: "vide",
  wheel: "Gros fromage : 5 points pour le premier rentré",
  holds: (name: string, what: string) => `${name} tient : ${what}`,
  unknownCard: "une carte de la pioche",
  tile: {
    plumber: "Carton côté plombier : jouer une des 5 cartes du dessus de la défausse",
    toilet: "Carton côté toilettes : ôter un tuyau encombré posé chez vous",
  },
  hand: (card: string) => `Votre carte : ${card}`,
  leaving: (card: string) => `Ce tuyau vient de sortir : ${card}`,
  ways: { up: "à l’endroit", down: "tête en bas" },
  tray: "Les cartes du dessus de la défausse",

  begin: "À vous : pioche, défausse ou carton.",
  beginLittle: "À vous : pioche ou défausse.",
  whereMine: "Touchez une case de votre réseau.",
  mineOrToss: "Posez-la chez vous, ou jetez-la.",
  mineOrTheirs: "Posez-la chez vous, ou encombrez un tuyau d’en face.",
  anywhere: "Posez-la chez vous, encombrez en face, ou jetez-la.",
  whereClog: "Encombrez un adversaire, ou jetez ce tuyau.",
  flip: "Quelle trappe soulevez-vous ?",
  flipOrNot: "Quelle trappe soulevez-vous ? Aucune, si vous préférez.",
  dig: "Le plombier fouille : quelle carte prenez-vous ?",
  flushWhere: "Tirez la chasse : quel tuyau encombré s’en va ?",
  nothing: "Rien à faire cette fois : passez.",
  preview: (cell: string, before: number, after: number) =>
    before === after ? `${cell} : le compte reste à ${signed(after)}.` : `${cell} : le compte passe de ${signed(before)} à ${signed(after)}.`,
  previewHome: (cell: string) => `${cell} : la maison est atteinte, le gros fromage est à vous !`,
  previewLittle: (cell: string, home: boolean) =>
    (home ? `${cell} : la voie est libre jusqu’à la maison !` : `${cell} : voyez où va l’eau.`),
  previewClog: (name: string, lost: number) =>
    (lost ? `${name} perdrait ${lost} ${lost > 1 ? "points" : "point"}.` : `${name} ne perdrait rien.`),

  put: "Poser ici",
  clog: "Encombrer ici",
  flushHere: "Tirer la chasse",
  toss: "Jeter",
  noflip: "Aucune",
  pass: "Passer",

  pad: "Feuille de score",
  round: (number: number, of: number) => `Manche ${number} sur ${of}`,
  rowName: (number: number) => `${number}`,
  roundHead: "Manche",
  totalHead: "Total",
  lidMark: "une trappe restée fermée",
  counted: (number: number) => `Manche ${number} : le compte`,
  underLids: (cards: string) => `Sous les trappes restées fermées : ${cards}`,
  onward: "À la suite",
  taken: {
    discard: "Le dessus de la défausse est pris.",
    plumber: "Le plombier fouille la défausse.",
  },
  theEnd: "Fin de l’histoire",
  story: {
    won: (name: string, rat: string, points: string) =>
      `La nuit tombe sur les égouts. ${rat} referme la porte, ${name} compte les parts : ${points}, et personne n’a mieux.`,
    shared: (names: string, points: string) =>
      `La nuit tombe sur les égouts. ${names} comptent et recomptent : ${points} de part et d’autre. On partage la victoire, et le fromage.`,
    ahead: (name: string, by: string) => `${name} suit, à ${by}.`,
    feast: (name: string, points: string, round: number) => `Le plus beau festin : ${name}, ${points} à la manche ${round}.`,
    lids: (name: string, lids: number) => `Le plus de trappes laissées fermées : ${name}, ${lids}.`,
    little: (name: string, rat: string) =>
      `L’eau a couru d’un trait jusqu’à la maison : ${rat} est au chaud, et ${name} gagne la partie.`,
    nobody: "Les tuyaux se taisent. Aucun rat ne dormira chez lui ce soir : partie nulle.",
  },
  points: (points: number) => `${signed(points)} ${Math.abs(points) > 1 ? "points" : "point"}`,
  and: "et",

  turnOf: (name: string) => `C’est à ${name}.`,
  yourTurn: "C’est à vous.",
  reaches: (name: string, cells: string) =>
    (cells ? `${name} : l’eau atteint ${cells}.` : `${name} : l’eau n’atteint encore rien.`),
  worth: (points: number) => `Compte : ${signed(points)}.`,
  rats: "Les rats de la table",
};

/** A number with a true minus sign. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `${number}`;
}

export const en: typeof fr = {
  cell: (cell, what) => `${cell}, ${what}`,
  start: (rat) => `start of ${rat}`,
  home: (rat, reached) => `home of ${rat}, ${reached ? "the way is open" : "not reached yet"}`,
  trap: "closed trap, minus one point",
  upside: "upside down",
  cheese: (points) => `cheese of ${points}`,
  reached: "reached",
  unreached: "not reached",
  clogged: "clogged",
  covered: (cheese) => (cheese ? `under a clogged pipe, cheese of ${cheese} lost` : "under a clogged pipe"),
  ghost: "to be confirmed",
  changed: (name) => `changed by ${name}`,

  network: (name, rat) => `Network of ${name}, rat ${rat}`,
  mine: (rat) => `Your network, rat ${rat}`,
  wheelHere: "has the big cheese",
  now: (points) => `${signed(points)} so far`,
  total: (points) => `${signed(points)} in total`,
  cards: (count) => `${count} ${count === 1 ? "card" : "cards"}`,
  top: (card) => `on top: ${card}`,
  empty: "empty",
  wheel: "Big cheese: 5 points for the first one home",
  holds: (name, what) => `${name} holds: ${what}`,
  unknownCard: "a card from the draw pile",
  tile: {
    plumber: "Tile, plumber side: play one of the top 5 cards of the discard pile",
    toilet: "Tile, toilet side: remove a clogged pipe laid in your network",
  },
  hand: (card) => `Your card: ${card}`,
  leaving: (card) => `This pipe has just left: ${card}`,
  ways: { up: "upright", down: "upside down" },
  tray: "The top cards of the discard pile",

  begin: "Your turn: draw pile, discard pile or tile.",
  beginLittle: "Your turn: draw pile or discard pile.",
  whereMine: "Touch a cell of your network.",
  mineOrToss: "Put it into your network, or toss it.",
  mineOrTheirs: "Put it into your network, or clog an opponent’s pipe.",
  anywhere: "Put it into your network, clog an opponent, or toss it.",
  whereClog: "Clog an opponent, or toss this pipe.",
  flip: "Which trap do you lift?",
  flipOrNot: "Which trap do you lift? None, if you prefer.",
  dig: "The plumber digs: which card do you take?",
  flushWhere: "Pull the chain: which clogged pipe goes?",
  nothing: "Nothing to do this time: pass.",
  preview: (cell, before, after) =>
    before === after ? `${cell}: the count stays at ${signed(after)}.` : `${cell}: the count goes from ${signed(before)} to ${signed(after)}.`,
  previewHome: (cell) => `${cell}: you are home, and the big cheese is yours!`,
  previewLittle: (cell, home) => (home ? `${cell}: the way home is open!` : `${cell}: see where the water goes.`),
  previewClog: (name, lost) =>
    (lost ? `${name} would lose ${lost} ${lost === 1 ? "point" : "points"}.` : `${name} would lose nothing.`),

  put: "Put it here",
  clog: "Clog this one",
  flushHere: "Pull the chain",
  toss: "Toss",
  noflip: "None",
  pass: "Pass",

  pad: "Score pad",
  round: (number, of) => `Round ${number} of ${of}`,
  rowName: (number) => `${number}`,
  roundHead: "Round",
  totalHead: "Total",
  lidMark: "a trap left closed",
  counted: (number) => `Round ${number} is counted`,
  underLids: (cards) => `Under the traps left closed: ${cards}`,
  onward: "Onward",
  taken: {
    discard: "The top of the discard pile is taken.",
    plumber: "The plumber digs in the discard pile.",
  },
  theEnd: "The end of the story",
  story: {
    won: (name, rat, points) =>
      `Night falls on the sewers. ${rat} shuts the door, ${name} counts the slices: ${points}, and nobody has more.`,
    shared: (names, points) =>
      `Night falls on the sewers. ${names} count and count again: ${points} on either side. They share the victory, and the cheese.`,
    ahead: (name, by) => `${name} follows, ${by} behind.`,
    feast: (name, points, round) => `The finest feast: ${name}, ${points} in round ${round}.`,
    lids: (name, lids) => `Most traps left closed: ${name}, ${lids}.`,
    little: (name, rat) => `The water ran all the way home: ${rat} is in the warm, and ${name} wins the game.`,
    nobody: "The pipes fall silent. No rat sleeps at home tonight: the game is drawn.",
  },
  points: (points) => `${signed(points)} ${Math.abs(points) === 1 ? "point" : "points"}`,
  and: "and",

  turnOf: (name) => `${name} is to play.`,
  yourTurn: "It is your turn.",
  reaches: (name, cells) => (cells ? `${name}: the water reaches ${cells}.` : `${name}: the water reaches nothing yet.`),
  worth: (points) => `Count: ${signed(points)}.`,
  rats: "The rats at this table",
};

export type Words = typeof fr;
export const WORDS: Record<"fr" | "en", Words> = { fr, en };
