/** The operator as a whole: puts its parts together. What a part does is in the packages below. */
package dev.hyperterse.operator;
