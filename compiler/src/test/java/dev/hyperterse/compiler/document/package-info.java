/** Tests of commands of document databases as they are compiled. */
package dev.hyperterse.compiler.document;
