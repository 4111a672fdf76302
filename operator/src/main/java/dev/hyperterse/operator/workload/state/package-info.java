/** The state of the objects of a server: their keys, how applying each ended, and how far a rollout is. Pure. */
package dev.hyperterse.operator.workload.state;
