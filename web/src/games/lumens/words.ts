/** What the board of Lumens says beyond the words of the game itself. */
import { language } from "../../words/language.svelte";

const list = (items: string[], and: string) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${and} ${items.at(-1)}`;

export const fr = {
  palace: "Le palais",
  list: (items: string[]) => list(items, "et"),
  room: (letter: string) => `salle ${letter}`,
  centre_room: (letter: string) => `salle ${letter}, au centre`,
  passage: "passage",
  own_start: "votre départ",
  start_of: (colour: string) => `départ ${colour}`,
  own_lamp: (face: number) => `votre lampe ${face}`,
  lamp_of: (colour: string, face: number) => `lampe ${colour} ${face}`,
  over_own: (face: number) => `sur votre ${face}`,
  over_lamp: (colour: string, face: number) => `sur un ${face} ${colour}`,
  hidden_lamp: "lampe encore couverte",
  may_place: "à portée",
  chosen: "choisie",
  just_placed: "posée depuis votre dernier tour",

  hand: "Votre jeton",
  hand_empty: "Votre main est vide.",
  out: "Hors jeu jusqu’au décompte.",
  face: (face: number) => `Face ${face}`,
  face_effect: (face: number, effect: string) => `Face ${face} : ${effect}`,
  choose_cell: (face: number) => `Le ${face} est prêt : touchez une case qui luit, ou faites-le glisser.`,
  choose_face: (where: string) => `${where} : quelle face montrer ?`,
  light_start: (face: number) => `Allumer le ${face}`,
  start_chosen: (cell: string, face: number) => `Un ${face} en ${cell} : voici où il mène. Un choix fait ne se reprend pas.`,
  looking: (face: number, cell: string, open: number, barred: number) =>
    `Le ${face} de ${cell} : ${open === 0 ? "aucun chemin libre" : open === 1 ? "un chemin libre" : `${open} chemins libres`}` +
    `${barred === 0 ? "." : barred === 1 ? ", un barré." : `, ${barred} barrés.`}`,

  worth_nothing: "passage : ne compte pas",
  ahead: "vous menez",
  level: "à égalité en tête",
  second: "deuxième",
  behind: "derrière",
  dark: "personne",

  who_leads: "Qui mène où",
  tap_room: "Touchez une salle pour lire ses forces.",
  nobody_in: "Il y fait encore noir.",
  tie_break: "Cette salle départage les ex æquo.",
  points_now: "points",
  left: "Jetons restants",
  left_of: (name: string, count: number) => `${name} : encore ${count} ${count === 1 ? "jeton" : "jetons"}`,
  is_out: "hors jeu",
  points: (points: number) => `${points} ${points === 1 ? "point" : "points"}`,

  count: "Le décompte",
  skip: "Passer le décompte",
  again: "Revoir le décompte",
  winner: (name: string) => `${name} gagne la partie.`,
  you_win: "Vous gagnez la partie.",
  winners: (names: string) => `${names} se partagent la victoire.`,
  by_centre: (letter: string) => `Égalité de points : la salle ${letter}, au centre, départage.`,
  total: "Total",
  room_column: "Salle",
  told: (letter: string, gains: string) => `Salle ${letter} : ${gains}.`,
  gain: (name: string, points: number) => `${points} pour ${name}`,
  no_gain: "personne",

  position_turn: (name: string) => `C’est à ${name}.`,
  position_own_turn: "C’est à vous.",
  position_start: "Chacun choisit en secret la face de son jeton de départ.",
  position_hand: (kind: string) => `Vous tenez un jeton ${kind}.`,
  position_dark: (rooms: string) => `Sans lumière : ${rooms}.`,
  position_room: (letter: string, sums: string) => `Salle ${letter} : ${sums}.`,
};

export const en: typeof fr = {
  palace: "The palace",
  list: (items) => list(items, "and"),
  room: (letter) => `room ${letter}`,
  centre_room: (letter) => `room ${letter}, the centre`,
  passage: "passage",
  own_start: "your start",
  start_of: (colour) => `${colour} start`,
  own_lamp: (face) => `your lamp ${face}`,
  lamp_of: (colour, face) => `${colour} lamp ${face}`,
  over_own: (face) => `over your ${face}`,
  over_lamp: (colour, face) => `over a ${colour} ${face}`,
  hidden_lamp: "lamp still covered",
  may_place: "within reach",
  chosen: "chosen",
  just_placed: "placed since your last turn",

  hand: "Your token",
  hand_empty: "Your hand is empty.",
  out: "Out until the count.",
  face: (face) => `Face ${face}`,
  face_effect: (face, effect) => `Face ${face}: ${effect}`,
  choose_cell: (face) => `The ${face} is ready: tap a cell that glows, or drag it there.`,
  choose_face: (where) => `${where}: which face shall show?`,
  light_start: (face) => `Light the ${face}`,
  start_chosen: (cell, face) => `A ${face} on ${cell}: this is where it leads. The choice is for good.`,
  looking: (face, cell, open, barred) =>
    `The ${face} on ${cell}: ${open === 0 ? "no open way" : open === 1 ? "one open way" : `${open} open ways`}` +
    `${barred === 0 ? "." : `, ${barred} barred.`}`,

  worth_nothing: "passage: does not count",
  ahead: "you lead",
  level: "level in front",
  second: "second",
  behind: "behind",
  dark: "nobody",

  who_leads: "Who leads where",
  tap_room: "Tap a room to read its strengths.",
  nobody_in: "Still dark in there.",
  tie_break: "This room breaks ties.",
  points_now: "points",
  left: "Tokens left",
  left_of: (name, count) => `${name}: ${count} ${count === 1 ? "token" : "tokens"} left`,
  is_out: "out",
  points: (points) => `${points} ${points === 1 ? "point" : "points"}`,

  count: "The count",
  skip: "Skip the count",
  again: "See the count again",
  winner: (name) => `${name} wins the game.`,
  you_win: "You win the game.",
  winners: (names) => `${names} share the victory.`,
  by_centre: (letter) => `Level on points: room ${letter}, the centre, decides.`,
  total: "Total",
  room_column: "Room",
  told: (letter, gains) => `Room ${letter}: ${gains}.`,
  gain: (name, points) => `${points} for ${name}`,
  no_gain: "nobody",

  position_turn: (name) => `It is ${name}’s turn.`,
  position_own_turn: "It is your turn.",
  position_start: "Everybody chooses the face of a start token in secret.",
  position_hand: (kind) => `You hold a ${kind} token.`,
  position_dark: (rooms) => `Without light: ${rooms}.`,
  position_room: (letter, sums) => `Room ${letter}: ${sums}.`,
};

export const WORDS = { fr, en };

export function lw(): typeof fr {
  return WORDS[language.now];
}
