/**
 * Gives a problem of an object its place in the files of a directory, and its severity there.
 */
package dev.hyperterse.cli.validation.place;
