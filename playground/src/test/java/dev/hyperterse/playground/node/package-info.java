/** The parts of the node that can be tested without a cluster. */
package dev.hyperterse.playground.node;
