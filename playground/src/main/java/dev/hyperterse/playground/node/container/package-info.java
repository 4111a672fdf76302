/** The containers of a pod as processes: images, start, probes, restarts, the end. No API server. */
package dev.hyperterse.playground.node.container;
