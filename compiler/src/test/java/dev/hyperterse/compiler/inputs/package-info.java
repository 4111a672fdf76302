/** Tests of single rules of inputs and schemas; what a whole tool compiles to is a golden case. */
package dev.hyperterse.compiler.inputs;
