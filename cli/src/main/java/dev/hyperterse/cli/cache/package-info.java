/** Files that make the next start faster, in the cache folder of the user; without them everything works as well. */
package dev.hyperterse.cli.cache;
