/** The parts of the node that can be judged without a cluster. */
package dev.hyperterse.playground.node;
