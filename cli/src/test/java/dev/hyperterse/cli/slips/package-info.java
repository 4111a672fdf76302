/**
 * Slips of the first hours, as newcomers made them, in tables: each is answered with its place, its cause and its cure.
 * Those of databases that answer are in the tests of {@code connect} and of the engines.
 */
package dev.hyperterse.cli.slips;
