/** The surroundings of a container: volumes, tokens, environment, the folder of its pod. No processes. */
package dev.hyperterse.playground.node.volume;
