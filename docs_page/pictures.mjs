// The pictures of the pages that the binary has room for.
import { statSync } from 'node:fs';
import { posix } from 'node:path';

const bytesMax = 84 * 1024;

const isPicture = (file) => /\.(webp|png|svg)$/.test(file);

/** Of a picture in light, in dark and on a phone, the one in light. None of more than the bound. */
function isServed(folder, file) {
  return isPicture(file) && !/-(dark|phone)\.\w+$/.test(file) && statSync(posix.join(folder, file)).size <= bytesMax;
}

export const pictureFiles = ({ folder, files }) => files.filter((file) => isServed(folder, file));
