/** Makes problems of what is found in the texts of statements. How a text is read and compiled is not known here. */
package dev.hyperterse.compiler.statement;
