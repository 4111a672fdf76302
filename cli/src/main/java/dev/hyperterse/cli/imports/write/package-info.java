/** Makes the files of a directory of what was imported, and leaves out what the compiler refuses of it. */
package dev.hyperterse.cli.imports.write;
