// The peer's game: ten by ten cells, ten pieces a side, a piece steps to a neighbouring cell that holds none of its own.
// It never ends, so that a run is as long as it should be. Our side plays Sirius, which lists every legal move too.
const { INVALID_MOVE } = require('boardgame.io/core');

const SIDE = 10;

function step({ G, playerID }, from, to) {
  if (!Number.isInteger(from) || !Number.isInteger(to) || to < 0 || to >= SIDE * SIDE) return INVALID_MOVE;
  const mine = Number(playerID) + 1;
  const across = Math.abs((from % SIDE) - (to % SIDE));
  const along = Math.abs(Math.floor(from / SIDE) - Math.floor(to / SIDE));
  if (G.cells[from] !== mine || G.cells[to] === mine || Math.max(across, along) !== 1) return INVALID_MOVE;
  G.cells[from] = 0;
  G.cells[to] = mine;
}

exports.Steps = {
  name: 'steps',
  setup: () => {
    const cells = Array(SIDE * SIDE).fill(0);
    for (let column = 0; column < SIDE; column += 1) {
      cells[column] = 1;
      cells[SIDE * (SIDE - 1) + column] = 2;
    }
    return { cells };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { step },
};
