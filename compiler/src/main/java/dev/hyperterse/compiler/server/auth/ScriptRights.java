package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.compiler.resolve.CompiledScripts;
import dev.hyperterse.compiler.resolve.Environment;
import java.util.List;

/**
 * The inputs with which scripts of the server itself are compiled.
 *
 * @param scripts those that are compiled
 * @param engine that runs them
 * @param environment the variables of the server
 * @param fetch what any script of the server may fetch
 */
public record ScriptRights(
        CompiledScripts scripts, ScriptIsolation engine, Environment environment, List<FetchGrant> fetch) {}
