/** What {@code init} writes: the files of a directory to begin with. Knows no command and reads no manifest. */
package dev.hyperterse.cli.init;
