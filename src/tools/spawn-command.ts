// Starts a program by its command, as `spawn` of Node does, also where the command is a script of Windows.
import crossSpawn from 'cross-spawn';

export const spawnCommand: typeof crossSpawn = crossSpawn;
