/** Scripts as their authors know them: whose they are, positions in their files, and their output. */
package dev.hyperterse.scripts.author;
