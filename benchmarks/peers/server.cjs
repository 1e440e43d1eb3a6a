// boardgame.io's own server with the game beside this file.
//   node server.cjs PORT            matches in memory
//   node server.cjs PORT FOLDER DB  matches on the PostgreSQL whose socket is in FOLDER, in the database DB
const { Server } = require('boardgame.io/server');
const { Steps } = require('./game.cjs');

const [port, host, database] = process.argv.slice(2);

function storage() {
  if (!host) return undefined; // its default: in memory
  const { PostgresStore } = require('bgio-postgres');
  return new PostgresStore({ host, database, username: 'postgres', logging: false });
}

Server({ games: [Steps], db: storage(), origins: [] }).run({ port: Number(port) });
