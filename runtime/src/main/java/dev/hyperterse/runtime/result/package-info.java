/** How results are written: rows and their columns, as JSON in the form that the buffer of the answer asks for. */
package dev.hyperterse.runtime.result;
