/**
 * The tools that Hyperterse brings along, as the inputs and statements that their authors could have written: what a
 * database has, in the words of its engine. How statements are compiled is not known here.
 */
package dev.hyperterse.compiler.builtin;
