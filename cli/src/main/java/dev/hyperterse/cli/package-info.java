/**
 * The command line: dev, validate, render, call, search. Parses arguments, calls operator and runtime, prints.
 */
package dev.hyperterse.cli;
