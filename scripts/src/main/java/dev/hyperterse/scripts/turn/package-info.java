/** Turns of scripts on few threads, shares of authors, and limits of time and memory. */
package dev.hyperterse.scripts.turn;
