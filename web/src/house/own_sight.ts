/**
 * What one's seat knows, kept on this device: hints and "why not?" are thought out here and cost the house nothing. Until
 * the game is ready here, and whenever this device cannot answer, the house does. It alone judges the moves that are made.
 */
import { device, isOnDevice } from "./device";
import { get, post } from "./http";
import type { Fault, HintTold, SightTold, StateTold } from "./types";

const ready = new Map<string, Promise<boolean>>(); // by game
const isReady = new Set<string>();

async function told<Answer>(path: string, body: unknown): Promise<Answer | null> {
  const answer = await device.ask("POST", path, JSON.stringify(body));
  return answer.status === 200 ? (JSON.parse(answer.body) as Answer) : null;
}

/** Bring the game to this device, behind what people do. */
function makeReady(game: string): void {
  if (!ready.has(game))
    ready.set(
      game,
      told("/api/sight", { game }).then((done) => done !== null),
    );
  void ready.get(game)!.then((done) => (done ? isReady.add(game) : ready.delete(game)));
}

/** A table, as its TableSitting is now. */
interface Asking {
  readonly id: string;
  readonly told: { game: string };
  readonly seat: number | null;
  readonly state: StateTold;
}

let known: { of: string; sight: Promise<SightTold> } | null = null;

export async function hint(asking: Asking, seconds: number): Promise<HintTold> {
  const sight = await look(asking);
  const here = sight && (await told<HintTold>("/api/sight/hint", { sight, seconds }));
  return here ?? post<HintTold>(`/api/tables/${asking.id}/hint`, { seat: asking.seat, seconds });
}

/** Why a play would be refused. Of one that the rules allow, only the house knows more. */
export async function why(asking: Asking, moves: string[]): Promise<Fault | null> {
  const { id, seat } = asking;
  const sight = moves.length === 1 ? await look(asking) : null;
  const here = sight && (await told<{ fault: Fault | null }>("/api/sight/judge", { sight, move: moves[0] }));
  if (here?.fault) return here.fault;
  return (await post<{ fault: Fault | null }>(`/api/tables/${id}/judge`, { seat, moves })).fault;
}

/** What the seat knows now; null if the house is to be asked. */
function look({ id, told: { game }, seat, state }: Asking): Promise<SightTold | null> {
  if (isOnDevice(id) || seat === null) return Promise.resolve(null);
  if (!isReady.has(game)) {
    makeReady(game);
    return Promise.resolve(null);
  }
  const of = `${id} ${seat} ${state.moves} ${state.decision}`; // another after a move, and after one was taken back
  if (known?.of !== of) known = { of, sight: get<SightTold>(`/api/tables/${id}/sight?seat=${seat}`) };
  const { sight } = known;
  return sight.catch(() => {
    if (known?.sight === sight) known = null;
    return null;
  });
}
