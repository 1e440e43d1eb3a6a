/** Cells, moves, positions and endings in words. */
import type { GamePart, Sitting } from "../sitting";
import { looseCard, readDeck, type Card, type Deck, type Network, type View } from "./cards";
import { readMove } from "./moves";
import { planOf, pointsOf, waterOf, type Plan, type Water } from "./network";
import { WORDS, type Words } from "./words";

export type Language = "fr" | "en";
type Pieces = Record<string, string>;

const partOf = (sitting: Pick<Sitting, "game">, language: Language, name: string): Pieces =>
  (sitting.game.words[language]?.[name] ?? {}) as Pieces;

export const piecesOf = (sitting: Pick<Sitting, "game">, language: Language): Pieces => partOf(sitting, language, "pieces");

/** A card: its form, whether it is clogged, its cheese. */
export function sayCard(card: Card, pieces: Pieces, words: Words, turned: boolean | null = false): string {
  const form = pieces[card.form] ?? card.form;
  const more = [turned ? words.upside : "", card.clogged ? words.clogged : "", card.cheese ? words.cheese(card.cheese) : ""];
  return [form, ...more.filter(Boolean)].join(", ");
}

/** What lies on a cell, and whether the rat gets there. */
export function sayCell(
  table: { plan: Plan; deck: Deck; network: Network; water: Water; rat: string },
  cell: string,
  pieces: Pieces,
  words: Words,
): string {
  const { plan, deck, network, water, rat } = table;
  if (cell === plan.start) return words.cell(cell, words.start(rat));
  if (cell === plan.home) return words.cell(cell, words.home(rat, water.has(cell)));
  const pipe = network[cell];
  const card = pipe ? deck.get(pipe.card) : undefined;
  if (!pipe?.up || !card) return words.cell(cell, words.trap);
  const reached = water.has(cell) ? words.reached : words.unreached;
  const seen = pipe.cover ? { ...card, cheese: 0 } : card;
  const under = pipe.cover ? [words.covered(card.cheese)] : [];
  return words.cell(cell, [sayCard(seen, pieces, words, pipe.turned), ...under, reached].join(", "));
}

/** A move in the game's own sentence. Which card was taken from the discard pile is not in the move: the log says less. */
export const sayMove: GamePart<View>["sayMove"] = (text, sitting, language) => {
  const move = readMove(text);
  const words = WORDS[language];
  if (!move) return text;
  if (text === "draw discard") return words.taken.discard;
  if (move.kind === "plumber") return words.taken.plumber;
  const key = move.kind === "draw" ? "draw_pile" : move.way ? `put_${move.way}` : move.kind;
  const sentence = partOf(sitting, language, "moves")[key] ?? text;
  const player = move.victim === null ? "" : (sitting.names[move.victim] ?? `P${move.victim + 1}`);
  return sentence.replace("{cell}", move.cell ?? "").replace("{player}", player);
};

/** How things stand: whose turn, and for everybody where the water runs. */
export const sayPosition: GamePart<View>["sayPosition"] = (sitting, language) => {
  const { view, names } = sitting;
  const words = WORDS[language];
  const pieces = piecesOf(sitting, language);
  const little = sitting.options.game === "tout_petits";
  const [plan, deck] = [planOf(sitting.options), readDeck(sitting.edition, little)];
  const sentences = view.networks.map((network, seat) => {
    const cells = [...waterOf(plan, deck, network).keys()].filter((cell) => cell !== plan.start);
    const told = words.reaches(names[seat] ?? "", cells.join(", "));
    return little ? told : `${told} ${words.worth(pointsOf(plan, deck, network, view.cheese === seat))}`;
  });
  const held = deck.get(looseCard(view) ?? "");
  const holder = names[view.turn ?? -1] ?? "";
  if (view.turn !== null) sentences.unshift(view.turn === sitting.seat ? words.yourTurn : words.turnOf(holder));
  if (held) sentences.push(`${words.holds(holder, sayCard(held, pieces, words))}.`);
  return sentences.join(" ");
};

/** The end of a game as a little story. */
export function tellEnding(view: View, names: string[], words: Words): string[] {
  const ending = view.ending;
  if (!ending) return [];
  const { story } = words;
  const name = (seat: number) => nameApart(names, view.rats, seat);
  const [winner = 0] = ending.winners;
  if (ending.reason === "home") return [story.little(name(winner), view.rats[winner] ?? "")];
  if (ending.reason !== "rounds") return [story.nobody]; // FR-19, FR-26: the little ones' game is drawn
  const best = ending.points[winner] ?? 0;
  const told = ending.winners.length === 1
    ? [story.won(name(winner), view.rats[winner] ?? "", words.points(best)), ...runnerUp(ending.points, best, name, words)]
    : [story.shared(list(ending.winners.map(name), words), words.points(best))];
  return [...told, ...memories(view, name, words)];
}

/** A player's name; where two are called alike, with the rat. */
function nameApart(names: string[], rats: string[], seat: number): string {
  const name = names[seat] ?? `P${seat + 1}`;
  return names.filter((other) => other === name).length > 1 ? `${name} (${rats[seat]})` : name;
}

function runnerUp(points: number[], best: number, name: (seat: number) => string, words: Words): string[] {
  const second = Math.max(...points.filter((one) => one < best));
  const seats = points.flatMap((one, seat) => (one === second ? [seat] : []));
  return seats.length === 1 ? [words.story.ahead(name(seats[0]!), words.points(best - second))] : [];
}

/** The finest round, and who left most lids closed, if it was one alone. */
function memories(view: View, name: (seat: number) => string, words: Words): string[] {
  const feasts = view.scores.flatMap((row, round) => row.map((points, seat) => ({ points, seat, round: round + 1 })));
  const feast = feasts.sort((one, other) => other.points - one.points)[0];
  const lids = view.rats.map((_, seat) => view.history.reduce((sum, round) => sum + Object.keys(round[seat] ?? {}).length, 0));
  const most = Math.max(...lids);
  const told = feast && feast.points > 0 ? [words.story.feast(name(feast.seat), words.points(feast.points), feast.round)] : [];
  if (most > 0 && lids.filter((one) => one === most).length === 1) told.push(words.story.lids(name(lids.indexOf(most)), most));
  return told;
}

/** "a, b and c". */
export function list(names: string[], words: Words): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${words.and} ${names.at(-1)}`;
}
