package dev.hyperterse.operator.read;

/** What a watch said last of an object: the version it is in, or was in when it was deleted. */
public record ObservedVersion(String resourceVersion, boolean deleted) {}
