/** Cells, moves, positions and endings in words. */
import type { GamePart, Sitting } from "../sitting";
import { readDeck, type Card, type Deck } from "./edition";
import { looseCard, type Network, type FromagesView } from "./view";
import { readMove } from "./moves";
import { planOf, pointsOf, waterOf, type Plan, type Water } from "./network";
import type { Gesture } from "./gesture.svelte";
import { list, type Words, words as spoken } from "./spoken";

type Pieces = Record<string, string>;

const partOf = (sitting: Pick<Sitting, "game">, name: string): Pieces => (sitting.game.words[name] ?? {}) as Pieces;

export const piecesOf = (sitting: Pick<Sitting, "game">): Pieces => partOf(sitting, "pieces");

/** A card: its form, whether it is clogged, its cheese. */
export function sayCard(card: Card, pieces: Pieces, words: Words, turned: boolean | null = false): string {
  const form = pieces[card.form] ?? card.form;
  const more = [
    turned ? words.upside : "",
    card.clogged ? words.clogged : "",
    card.cheese ? words.cheese({ points: card.cheese }) : "",
  ];
  return [form, ...more.filter(Boolean)].join(", ");
}

/** Where a cell is in a network, as one sees it: nobody sees "b3". */
export function sayPlace(cell: string, words: Words, little: boolean): string {
  const places: Record<string, string> = little ? words.places_little : words.places;
  return places[cell] ?? cell;
}

/** What lies on a cell, and whether the rat gets there. */
export function sayCell(
  table: { plan: Plan; deck: Deck; network: Network; water: Water; rat: string },
  cell: string,
  pieces: Pieces,
  words: Words,
): string {
  const { plan, deck, network, water, rat } = table;
  const place = sayPlace(cell, words, plan.columns > 3);
  if (cell === plan.start) return words.cell({ place, what: words.start({ rat }) });
  if (cell === plan.home) return words.cell({ place, what: words.home({ rat, reached: water.has(cell) }) });
  const pipe = network[cell];
  const card = pipe ? deck.get(pipe.card) : undefined;
  if (!pipe?.up || !card) return words.cell({ place, what: words.trap });
  const reached = water.has(cell) ? words.reached : words.unreached;
  const seen = pipe.cover ? { ...card, cheese: 0 } : card;
  const under = pipe.cover ? [words.covered({ cheese: card.cheese })] : [];
  return words.cell({ place, what: [sayCard(seen, pieces, words, pipe.turned), ...under, reached].join(", ") });
}

/** A move in the game's own sentence. Which card was taken from the discard pile is not in the move: the log says less. */
export const sayMove: GamePart<FromagesView>["sayMove"] = (text, sitting) => {
  const move = readMove(text);
  const words = spoken();
  if (!move) return text;
  if (text === "draw discard") return words.taken.discard;
  if (move.kind === "plumber") return words.taken.plumber;
  const place = sayPlace(move.cell ?? "", words, sitting.options?.game === "tout_petits");
  if (move.kind === "put") return words.moved.put({ place, way: move.way ?? "up" });
  if (move.kind === "clog") return words.moved.clog({ place, name: sitting.names[move.victim ?? -1] ?? "" });
  if (move.kind === "flip" || move.kind === "flush") return words.moved[move.kind]({ place });
  return partOf(sitting, "moves")[move.kind === "draw" ? "draw_pile" : move.kind] ?? text;
};

/** How things stand: whose turn, and for everybody where the water runs. */
export const sayPosition: GamePart<FromagesView>["sayPosition"] = (sitting) => {
  const { view, names } = sitting;
  const words = spoken();
  const pieces = piecesOf(sitting);
  const little = sitting.options.game === "tout_petits";
  const [plan, deck] = [planOf(sitting.options), readDeck(sitting.edition, little)];
  const sentences = view.networks.map((network, seat) => {
    const cells = [...waterOf(plan, deck, network).keys()].filter((cell) => cell !== plan.start);
    const name = names[seat] ?? "";
    const told =
      cells.length > 0
        ? words.reaches({ name, places: cells.map((cell) => sayPlace(cell, words, little)).join(", ") })
        : words.reachesNothing({ name });
    return little ? told : `${told} ${words.worth({ points: pointsOf(plan, deck, network, view.cheese === seat) })}`;
  });
  const held = deck.get(looseCard(view) ?? "");
  const holder = names[view.turn ?? -1] ?? "";
  if (view.turn !== null)
    sentences.unshift(view.turn === sitting.seat ? words.yourTurn : words.turnOf({ name: holder }));
  if (held) sentences.push(`${words.holds({ name: holder, what: sayCard(held, pieces, words) })}.`);
  return sentences.join(" ");
};

/** A rival whose network is only a small picture: what the picture shows. */
export function sayRival(gesture: Gesture, seat: number): string {
  const { words, view, plan, deck, sitting } = gesture;
  const network = view.networks[seat]!;
  const lids = Object.values(network).filter((pipe) => !pipe.up).length;
  const reached = waterOf(plan, deck, network).size - 1;
  return [
    words.network({ name: sitting.names[seat] ?? "", rat: view.rats[seat] ?? "" }),
    words.rival({ lids, reached }),
    ...(gesture.little ? [] : [words.now({ points: gesture.points(seat) })]),
  ].join(", ");
}

/** The end of a game as a little story. */
export function tellEnding(view: FromagesView, names: string[], words: Words): string[] {
  const ending = view.ending;
  if (!ending) return [];
  const { story } = words;
  const name = (seat: number) => nameApart(names, view.rats, seat);
  const [winner = 0] = ending.winners;
  if (ending.reason === "home") return [story.little({ name: name(winner), rat: view.rats[winner] ?? "" })];
  if (ending.reason !== "rounds") return [story.nobody]; // FR-19, FR-26: the little ones' game is drawn
  const best = ending.points[winner] ?? 0;
  const told =
    ending.winners.length === 1
      ? [
          story.won({ name: name(winner), rat: view.rats[winner] ?? "", points: words.points({ points: best }) }),
          ...runnerUp(ending.points, best, name, words),
        ]
      : [story.shared({ names: list(ending.winners.map(name), words.and), points: words.points({ points: best }) })];
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
  return seats.length === 1
    ? [words.story.ahead({ name: name(seats[0]!), by: words.points({ points: best - second }) })]
    : [];
}

/** The finest round, and who left most lids closed, if it was one alone. */
function memories(view: FromagesView, name: (seat: number) => string, words: Words): string[] {
  const feasts = view.scores.flatMap((row, round) => row.map((points, seat) => ({ points, seat, round: round + 1 })));
  const feast = feasts.toSorted((one, other) => other.points - one.points)[0];
  const lids = view.rats.map((_, seat) =>
    view.history.reduce((sum, round) => sum + Object.keys(round[seat] ?? {}).length, 0),
  );
  const most = Math.max(...lids);
  const told =
    feast && feast.points > 0
      ? [
          words.story.feast({
            name: name(feast.seat),
            points: words.points({ points: feast.points }),
            round: feast.round,
          }),
        ]
      : [];
  if (most > 0 && lids.filter((one) => one === most).length === 1)
    told.push(words.story.lids({ name: name(lids.indexOf(most)), lids: most }));
  return told;
}
