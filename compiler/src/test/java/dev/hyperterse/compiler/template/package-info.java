/** Tests of single rules of templates; what a whole prompt or resource compiles to is a golden case. */
package dev.hyperterse.compiler.template;
