/** Ce que disent les plateaux de Galax et de Sirius, en plus des mots des jeux eux-mêmes. */
import type { FormationName } from "./formations";
import type { Kind, Pawn, Piece, Side } from "./position";

const several = (count: number, one: string, more: string): string => `${count} ${count > 1 ? more : one}`;
const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const COUNTED: Record<"fr" | "en", Record<Kind, [one: string, more: string]>> = {
  fr: { S: ["soleil", "soleils"], M: ["lune", "lunes"], T: ["étoile", "étoiles"], C: ["champion", "champions"] },
  en: { S: ["sun", "suns"], M: ["moon", "moons"], T: ["star", "stars"], C: ["champion", "champions"] },
};

const fr = {
  sides: { w: "blancs", b: "bruns" } as Record<Side, string>,
  pieces: {
    wS: "soleil blanc", wM: "lune blanche", wT: "étoile blanche", wC: "champion blanc",
    bS: "soleil brun", bM: "lune brune", bT: "étoile brune", bC: "champion brun",
  } as Record<Piece, string>,
  kinds: { S: "Soleil", M: "Lune", T: "Étoile" } as Record<Pawn, string>,
  counted: (kind: Kind, count: number): string => several(count, ...COUNTED.fr[kind]),
  board: (side: string) => `Plateau, vu du côté des ${side}`,
  tray: (side: string, name: string) => `Les ${side} : ${name}`,
  left_of: (side: string) => `Ce qui reste aux ${side}`,
  taken: (count: number) => (count === 0 ? "aucune prise" : several(count, "pièce prise", "pièces prises")),
  compass: "Le soleil prend la lune, la lune prend l’étoile, l’étoile prend le soleil.",
  patience: (count: number) =>
    `Sans prise, soufflage ni promotion, la partie s’arrête dans ${several(count, "demi-coup", "demi-coups")}.`,

  // ce que l’on entend d’une case
  empty: "vide",
  goal: "arrivée possible",
  goal_takes: (cells: string) => `arrivée possible, prend ${cells}`,
  crowning: "devient champion",
  held: "choisie",
  movable: "peut bouger",
  prey: "à prendre",
  duty: "peut prendre",
  fault: "en faute",

  // la barre d’action
  choose_goal: (piece: string, cell: string) => `${capital(piece)} en ${cell} : choisissez où aller.`,
  would_take: (cells: string) => `Prise en ${cells}.`,
  to_take: (cell: string, goals: string) => `Pour prendre ${cell}, arrêtez-vous en ${goals}.`,
  or: " ou ",
  take_all: (count: number) => `Tout prendre (${count})`,
  take_one: (cell: string) => `Prendre en ${cell}`,
  at_once: "Tout prendre d’un geste",
  stop: "Finir le tour",
  pass: "Passer",
  huff: (cell: string) => `Souffler en ${cell}`,
  huff_asked: (piece: string, cell: string) =>
    `Souffler en ${cell} (${piece}) ? La pièce quitte le plateau, et vous jouez ensuite votre coup.`,
  huff_galax: "Prise oubliée : touchez la pièce marquée pour la souffler, ou jouez.",
  huff_sirius: "Devoir manqué : touchez une pièce marquée pour la souffler, ou jouez.",
  duty_huff: (cells: string) => `Prendre est un devoir (${cells}). Qui s’en dispense pourra être soufflé.`,
  duty_enforced: (cells: string) => `Prendre est un devoir : à jouer depuis ${cells}.`,
  duty_left: "Ce coup ne prend rien : vos pièces qui pouvaient prendre seront en faute.",

  // la mise en place
  arrange: "Choisissez une formation, échangez des pions à votre goût.",
  arrange_swap: "Touchez un autre pion : ils échangent leurs places.",
  arrange_put: (kind: string) => `${kind} : touchez les cases où poser.`,
  arrange_left: (count: number) => `Encore ${several(count, "pion", "pions")} à poser.`,
  ready: "Je suis prêt",
  complete: "Compléter",
  formations: "Formations",
  own_formations: "Les miennes",
  reserve: "Réserve",
  in_reserve: (kind: string, count: number) => `${kind}, encore ${count} en réserve`,
  changes: "Changer",
  random: "Au hasard",
  mirror: "Miroir",
  turn_kinds: "Ronde des astres",
  turn_kinds_help: "Chaque soleil devient lune, chaque lune étoile, chaque étoile soleil",
  clear: "Vider",
  save: "Retenir",
  save_as: "Nom de la formation",
  forget: (name: string) => `Oublier « ${name} »`,
  my_formation: (number: number) => `Ma formation ${number}`,
  waiting_arranged: "Vos pions sont en place. Votre adversaire dispose les siens.",
  waiting_other: "Votre adversaire dispose ses pions.",
  veiled: "caché pour l’instant",
  formation: {
    slants: "Diagonales", chevrons: "Chevrons", chequers: "Damier", eclipse: "Éclipse",
    milky_way: "Voie lactée", phalanx: "Phalange", bands: "Trois bandes",
  } as Record<FormationName, string>,
  character: {
    slants: "solide", chevrons: "solide", chequers: "mordante", eclipse: "rusée",
    milky_way: "fluide", phalanx: "risquée", bands: "très risquée",
  } as Record<FormationName, string>,

  // les coups et la position, pour le journal et pour l’oreille
  step: (from: string, to: string) => `De ${from} à ${to}.`,
  takes: (from: string, to: string) => `De ${from}, prise en ${to}.`,
  take: (cell: string) => `Prise en ${cell}.`,
  huffed: (cell: string) => `Soufflage en ${cell}.`,
  stopped: "Fin du tour.",
  passed: "Passe.",
  place: (kind: string, cell: string) => `${kind} en ${cell}.`,
  stand: (side: string, name: string, counts: string) => `Aux ${side} (${name}), il reste ${counts}.`,
  stand_at: (side: string, cells: string) => `Les ${side} : ${cells}.`,
  at_fault: (cells: string) => `En faute : ${cells}.`,
  hidden_setup: "Chacun dispose ses pions.",
  own_turn: "C’est à vous.",
  turn_of: (name: string) => `C’est à ${name}.`,
};

export type PawnWords = typeof fr;

const en: PawnWords = {
  sides: { w: "white", b: "brown" },
  pieces: {
    wS: "white sun", wM: "white moon", wT: "white star", wC: "white champion",
    bS: "brown sun", bM: "brown moon", bT: "brown star", bC: "brown champion",
  },
  kinds: { S: "Sun", M: "Moon", T: "Star" },
  counted: (kind, count) => many(count, ...COUNTED.en[kind]),
  board: (side) => `Board, seen from ${side}’s side`,
  tray: (side, name) => `${side}: ${name}`,
  left_of: (side) => `What ${side} has left`,
  taken: (count) => (count === 0 ? "nothing taken" : many(count, "piece taken", "pieces taken")),
  compass: "Sun takes moon, moon takes star, star takes sun.",
  patience: (count) => `With no taking, huff or promotion the game ends in ${many(count, "half-turn", "half-turns")}.`,

  empty: "empty",
  goal: "can go here",
  goal_takes: (cells) => `can go here, takes ${cells}`,
  crowning: "becomes a champion",
  held: "chosen",
  movable: "can move",
  prey: "can be taken",
  duty: "can take",
  fault: "at fault",

  choose_goal: (piece, cell) => `${capital(piece)} on ${cell}: choose where it goes.`,
  would_take: (cells) => `Takes ${cells}.`,
  to_take: (cell, goals) => `To take ${cell}, stop on ${goals}.`,
  or: " or ",
  take_all: (count) => `Take all (${count})`,
  take_one: (cell) => `Take on ${cell}`,
  at_once: "Take all in one go",
  stop: "End the turn",
  pass: "Pass",
  huff: (cell) => `Huff ${cell}`,
  huff_asked: (piece, cell) => `Huff the ${piece} on ${cell}? It leaves the board, and then you make your move.`,
  huff_galax: "A taking was forgotten: tap the marked piece to huff it, or play on.",
  huff_sirius: "A duty was neglected: tap a marked piece to huff it, or play on.",
  duty_huff: (cells) => `Taking is a duty (${cells}). Whoever neglects it may be huffed.`,
  duty_enforced: (cells) => `Taking is a duty: play from ${cells}.`,
  duty_left: "This move takes nothing: your pieces that could have taken will be at fault.",

  arrange: "Choose a formation, swap pawns as you like.",
  arrange_swap: "Tap another pawn: they change places.",
  arrange_put: (kind) => `${kind}: tap the cells to put it on.`,
  arrange_left: (count) => `${many(count, "pawn", "pawns")} still to place.`,
  ready: "I am ready",
  complete: "Fill in the rest",
  formations: "Formations",
  own_formations: "My own",
  reserve: "Reserve",
  in_reserve: (kind, count) => `${kind}, ${count} in reserve`,
  changes: "Change",
  random: "At random",
  mirror: "Mirror",
  turn_kinds: "Turn the lights",
  turn_kinds_help: "Every sun becomes a moon, every moon a star, every star a sun",
  clear: "Clear",
  save: "Keep",
  save_as: "Name of the formation",
  forget: (name) => `Forget “${name}”`,
  my_formation: (number) => `My formation ${number}`,
  waiting_arranged: "Your pawns stand. Your opponent is setting out theirs.",
  waiting_other: "Your opponent is setting out their pawns.",
  veiled: "hidden for now",
  formation: {
    slants: "Slants", chevrons: "Chevrons", chequers: "Chequers", eclipse: "Eclipse",
    milky_way: "Milky Way", phalanx: "Phalanx", bands: "Three bands",
  },
  character: {
    slants: "sturdy", chevrons: "sturdy", chequers: "biting", eclipse: "cunning",
    milky_way: "flowing", phalanx: "risky", bands: "very risky",
  },

  step: (from, to) => `From ${from} to ${to}.`,
  takes: (from, to) => `From ${from}, takes on ${to}.`,
  take: (cell) => `Takes on ${cell}.`,
  huffed: (cell) => `Huffs ${cell}.`,
  stopped: "End of the turn.",
  passed: "Passes.",
  place: (kind, cell) => `${kind} on ${cell}.`,
  stand: (side, name, counts) => `${name} (${side}) has ${counts}.`,
  stand_at: (side, cells) => `On ${side}’s side: ${cells}.`,
  at_fault: (cells) => `At fault: ${cells}.`,
  hidden_setup: "Both are setting out their pawns.",
  own_turn: "It is your turn.",
  turn_of: (name) => `It is ${name}’s turn.`,
};

export const WORDS: Record<"fr" | "en", PawnWords> = { fr, en };
