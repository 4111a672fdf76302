package dev.hyperterse.javascript.isolated;

import java.util.List;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.WasmFunctionHandle;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.ValType;

/**
 * The functions that QuickJS can call: its host and a clock, but no files, sockets or random numbers of this process.
 */
final class Imports {
    private static final String ENVIRONMENT = "env";
    private static final String WASI = "wasi_snapshot_preview1";
    private static final long[] NO_SUCH_FILE = {8};
    private static final long[] DONE = {0};
    private static final ValType INT = ValType.I32;
    private static final ValType LONG = ValType.I64;

    private Imports() {}

    static ImportValues of(Isolate isolate) {
        return ImportValues.builder()
                .addFunction(
                        environment("host_call", 5, (_, given) ->
                                new long[] {isolate.called((int) given[3], (int) given[4])}),
                        environment("host_module_normalize", 2, (_, given) ->
                                new long[] {isolate.resolved((int) given[1])}),
                        environment("host_module_load", 2, (_, given) ->
                                new long[] {isolate.loaded((int) given[0], (int) given[1])}),
                        // The time zone is UTC, wherever the process runs.
                        environment("host_get_timezone_offset", 2, (_, _) -> DONE),
                        environment("host_interrupt", 0, (_, _) -> DONE),
                        new HostFunction(
                                ENVIRONMENT,
                                "host_promise_rejection",
                                FunctionType.of(List.of(INT, INT, INT), List.of()),
                                (_, _) -> null),
                        wasi("clock_time_get", List.of(INT, LONG, INT), (instance, given) -> {
                            instance.memory().writeLong((int) given[2], System.currentTimeMillis() * 1_000_000);
                            return DONE;
                        }),
                        wasi("random_get", List.of(INT, INT), (_, _) -> NO_SUCH_FILE),
                        wasi("fd_close", List.of(INT), (_, _) -> NO_SUCH_FILE),
                        wasi("fd_fdstat_get", List.of(INT, INT), (_, _) -> NO_SUCH_FILE),
                        wasi("fd_seek", List.of(INT, LONG, INT, INT), (_, _) -> NO_SUCH_FILE),
                        wasi("fd_write", List.of(INT, INT, INT, INT), (_, _) -> NO_SUCH_FILE))
                .build();
    }

    private static HostFunction environment(String name, int arguments, WasmFunctionHandle function) {
        return new HostFunction(
                ENVIRONMENT,
                name,
                FunctionType.of(java.util.Collections.nCopies(arguments, INT), List.of(INT)),
                function);
    }

    private static HostFunction wasi(String name, List<ValType> arguments, WasmFunctionHandle function) {
        return new HostFunction(WASI, name, FunctionType.of(arguments, List.of(INT)), function);
    }
}
