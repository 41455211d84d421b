// Runs one query of DuckDB, given as the argument, and prints its first row and how long the query took by itself.
const { DuckDBInstance } = require('@duckdb/node-api');

async function main() {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const begin = process.hrtime.bigint();
  const reader = await connection.runAndReadAll(process.argv[2]);
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  // As text: 64-bit integers are more than a number of JavaScript holds.
  console.log(JSON.stringify({ answer: reader.getRows()[0].map(String), seconds }));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
