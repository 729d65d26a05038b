// A PostgreSQL server of its own, on a socket in its folder.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = '/usr/lib/postgresql/15/bin';

/** PostgreSQL refuses to run as root. */
function run(program, words) {
  const command = [join(programs, program), ...words];
  if (process.getuid() === 0) command.unshift('/sbin/runuser', '-u', 'postgres', '--');
  execFileSync(command[0], command.slice(1), { cwd: '/', stdio: 'ignore' });
}

export function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  run('initdb', ['-D', data, '-U', 'postgres', '--auth', 'trust', '-E', 'UTF8', '--locale=C']);
  const settings = `-c listen_addresses= -c unix_socket_directories=${folder}`;
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start']);
  return {
    /** The address of a new database. */
    create(name) {
      run('createdb', ['-h', folder, '-U', 'postgres', name]);
      return `postgres:///${name}?host=${folder}&user=postgres`;
    },
    stop() {
      run('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
