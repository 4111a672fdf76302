package dev.hyperterse.operator.compile.server;

import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.operator.resolve.Grantees;

/** What scripts may fetch, and of which namespaces these are. */
public record GrantedFetch(FetchGrant fetch, Grantees grant) {}
