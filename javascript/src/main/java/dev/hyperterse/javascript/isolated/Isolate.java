package dev.hyperterse.javascript.isolated;

import dev.hyperterse.javascript.isolated.IsolateFailure.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.Instance;
import run.endive.runtime.Memory;
import run.endive.runtime.WasmInterruptedException;
import run.endive.wasm.WasmEngineException;
import run.endive.wasm.types.MemoryLimits;

/**
 * A world of JavaScript in a memory of its own; used by one thread at a time. Its values are numbers, which are valid
 * in the worlds that began from its image and in no others.
 */
public final class Isolate {
    /** All standard globals, without performance and encoders, which scripts have from the prelude. */
    private static final int INTRINSICS = 0x3ff;

    /** The size of the stack in the memory of QuickJS, which ends before that of the thread. */
    private static final int DEEPEST = 96 * 1024;

    private static final int SCRIPT = 0;
    private static final int MODULE = 1;
    private static final int COMPILE_ONLY = 1 << 5;
    private static final int PENDING = 0;
    private static final int REJECTED = 2;

    private final IsolateHost host;
    private final Memory memory;
    private final Instance instance;
    private int context;
    private Thread running;
    private boolean stopped;
    private Optional<IsolateImage> image = Optional.empty();
    private volatile boolean closed;

    private Isolate(IsolateHost host, Function<MemoryLimits, Memory> memory) {
        this.host = host;
        this.instance = Instance.builder(QuickJs.load())
                .withMachineFactory(QuickJs::create)
                .withMemoryFactory(memory)
                .withImportValues(Imports.of(this))
                .withStart(false)
                .build();
        this.memory = instance.memory();
    }

    static MemoryLimits limits(int pages, int mostBytes) {
        return new MemoryLimits(pages, Math.max(pages, mostBytes / Memory.PAGE_SIZE));
    }

    /**
     * A world in which nothing has run.
     *
     * @param mostBytes of its memory
     */
    public static Isolate start(int mostBytes, IsolateHost host) {
        var isolate = new Isolate(host, own -> new ByteArrayMemory(limits(own.initialPages(), mostBytes)));
        isolate.call("_initialize");
        if (isolate.call("qjs_init2", INTRINSICS) != 0) {
            throw new IllegalStateException("QuickJS does not start");
        }
        isolate.call("qjs_set_max_stack_size", DEEPEST);
        isolate.call("qjs_set_module_loader", 1);
        isolate.context = (int) isolate.call("qjs_get_context_ptr");
        return isolate;
    }

    /** A world that continues from an image. */
    public static Isolate restore(IsolateImage image, int mostBytes, IsolateHost host) {
        var isolate = new Isolate(host, _ -> image.memory(mostBytes));
        image.copyTo(isolate.memory);
        isolate.image = Optional.of(image);
        isolate.context = (int) isolate.call("qjs_get_context_ptr");
        return isolate;
    }

    /** The bytes that it holds of the heap of this process; for any thread. */
    public long bytes() {
        return closed ? 0 : (long) memory.pages() * Memory.PAGE_SIZE;
    }

    /** An image of this world, while nothing runs in it. */
    public IsolateImage image() {
        return IsolateImage.first(wholeMemory());
    }

    /** The same, sharing equal pages with the other image. */
    public IsolateImage image(IsolateImage like) {
        return like.next(wholeMemory());
    }

    private byte[] wholeMemory() {
        return memory.readBytes(0, (int) bytes());
    }

    /** Runs JavaScript, and then all pending jobs. */
    public void turn(Runnable work) {
        if (!begin()) {
            throw new IsolateFailure(Kind.STOPPED, "stopped", "");
        }
        try {
            work.run();
            drain();
        } catch (WasmInterruptedException interrupted) {
            throw new IsolateFailure(Kind.STOPPED, interrupted);
        } catch (StackOverflowError deep) {
            throw new IsolateFailure(Kind.DEPTH, deep);
        } catch (WasmEngineException trapped) {
            throw new IsolateFailure(isDepth(trapped) ? Kind.DEPTH : Kind.BROKEN, trapped);
        } finally {
            end();
        }
    }

    private static boolean isDepth(WasmEngineException trapped) {
        return trapped.getCause() instanceof StackOverflowError
                || String.valueOf(trapped.getMessage()).contains("call stack exhausted");
    }

    private synchronized boolean begin() {
        running = Thread.currentThread();
        return !stopped;
    }

    /** Clears an interrupt for this turn, which must not reach the next one of the thread. */
    private synchronized void end() {
        running = null;
        if (stopped) {
            Thread.interrupted();
        }
    }

    /** Stops the running turn, from any thread; further turns fail. */
    public synchronized void stop() {
        stopped = true;
        if (running != null) {
            running.interrupt();
        }
    }

    /** Nothing runs in it after this. Its memory may become that of another world, unless a turn still runs in it. */
    public synchronized void close() {
        stopped = true;
        if (!closed && running == null) {
            image.ifPresent(it -> it.giveBack(memory));
        }
        closed = true;
    }

    private void drain() {
        while (call("qjs_is_job_pending") != 0) {
            // The result is ignored: a failed job has rejected its promise.
            call("qjs_execute_pending_job");
        }
    }

    /** The value of a script. */
    public long evaluate(String file, String code) {
        return checked(evaluated(file, code, SCRIPT));
    }

    /** Links a module with its imports, without running them. */
    public long link(String file, String code) {
        var module = checked(evaluated(file, code, MODULE | COMPILE_ONLY));
        if ((int) call("JS_ResolveModule", context, module) < 0) {
            throw thrown();
        }
        return module;
    }

    /** Runs the module and returns its exports. */
    public long run(long module) {
        var promise = checked(call("JS_EvalFunction", context, module));
        drain();
        var state = (int) call("JS_PromiseState", context, promise);
        if (state == REJECTED) {
            throw thrown(call("JS_PromiseResult", context, promise));
        }
        if (state == PENDING) {
            throw new IsolateFailure(Kind.THROWN, "a script cannot wait at the top level of a module", "");
        }
        return checked(call("JS_GetModuleNamespace", context, QuickJsValues.pointer(module)));
    }

    private long evaluated(String file, String code, int flags) {
        var text = written(code);
        var name = written(file);
        try {
            return call("JS_Eval", context, text.address(), text.length(), name.address(), flags);
        } finally {
            free(text);
            free(name);
        }
    }

    public long property(long object, String name) {
        var written = written(name);
        try {
            return checked(call("JS_GetPropertyStr", context, object, written.address()));
        } finally {
            free(written);
        }
    }

    /** Arguments are texts, integers, truth values, null, and {@link Long} values of this world. */
    public long call(long function, Object... arguments) {
        var given = allocate(Math.max(1, arguments.length) * Long.BYTES);
        for (var index = 0; index < arguments.length; index++) {
            memory.writeLong(given + index * Long.BYTES, value(arguments[index]));
        }
        var result = call("JS_Call", context, function, QuickJsValues.UNDEFINED, arguments.length, given);
        for (var index = 0; index < arguments.length; index++) {
            if (arguments[index] instanceof String) {
                call("JS_FreeValue", context, readLong(given + index * Long.BYTES));
            }
        }
        call("wasm_free", given);
        return checked(result);
    }

    /** The function with which this world calls its host. */
    public long hostFunction() {
        var name = written("host");
        var handle = (int) call("qjs_new_host_function", name.address(), name.length(), 0);
        free(name);
        return readLong(handle);
    }

    private long value(Object given) {
        return switch (given) {
            case null -> QuickJsValues.NULL;
            case String text -> newText(text);
            case Boolean flag -> flag ? QuickJsValues.TRUE : QuickJsValues.FALSE;
            case Integer number -> QuickJsValues.integer(number);
            case Long value -> value;
            default -> throw new IllegalArgumentException(given.getClass().getName());
        };
    }

    private long newText(String text) {
        var written = written(text);
        try {
            return checked(call("JS_NewStringLen", context, written.address(), written.length()));
        } finally {
            free(written);
        }
    }

    /** The value as a text; may run code of the script. */
    public String text(long value) {
        var size = allocate(Integer.BYTES);
        var address = (int) call("JS_ToCStringLen2", context, size, value, 0);
        if (address == 0) {
            throw thrown();
        }
        var text = new String(read(address, readInt(size)), StandardCharsets.UTF_8);
        call("JS_FreeCString", context, address);
        call("wasm_free", size);
        return text;
    }

    double number(long value) {
        if (QuickJsValues.isInteger(value)) {
            return QuickJsValues.pointer(value);
        }
        var result = allocate(Double.BYTES);
        try {
            if ((int) call("JS_ToFloat64", context, result, value) < 0) {
                throw thrown();
            }
            return memory.readDouble(result);
        } finally {
            call("wasm_free", result);
        }
    }

    /** The location of a text or a buffer. */
    record Bytes(int address, int length) {}

    Bytes bytes(long buffer) {
        var size = allocate(Integer.BYTES);
        var address = (int) call("JS_GetArrayBuffer", context, size, buffer);
        var length = readInt(size);
        call("wasm_free", size);
        if (address == 0 && length != 0) {
            throw thrown();
        }
        return new Bytes(address, length);
    }

    private Bytes written(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var address = allocate(bytes.length + 1);
        memory.write(address, bytes);
        memory.writeByte(address + bytes.length, (byte) 0);
        return new Bytes(address, bytes.length);
    }

    private int allocate(int bytes) {
        var address = (int) call("wasm_malloc", bytes);
        if (address == 0) {
            throw new IsolateFailure(Kind.MEMORY, "out of memory", "");
        }
        return address;
    }

    /** Whether the memory has nearly reached its limit; it never shrinks. */
    boolean wasNearlyFull() {
        return memory.pages() > memory.maximumPages() / 4 * 3;
    }

    private void free(Bytes bytes) {
        call("wasm_free", bytes.address());
    }

    int readInt(int address) {
        return memory.readInt(address);
    }

    long readLong(int address) {
        return memory.readLong(address);
    }

    byte[] read(int address, int length) {
        return memory.readBytes(address, length);
    }

    void write(int address, byte[] bytes, int length) {
        memory.write(address, bytes, 0, length);
    }

    /** The script calls the host. */
    int called(int count, int pointers) {
        var answer = answer(host.call(new IsolateArguments(this, count, pointers)));
        var handle = allocate(Long.BYTES);
        memory.writeLong(handle, answer);
        return handle;
    }

    /** Duplicates values, because the world frees those that it receives. */
    private long answer(Object given) {
        return given instanceof Long value ? call("JS_DupValue", context, value) : value(given);
    }

    int resolved(int specifier) {
        var name = memory.readCString(specifier);
        return written(host.resolve(name).orElse(name)).address();
    }

    int loaded(int name, int length) {
        var text = host.module(memory.readCString(name));
        if (text.isEmpty()) {
            return 0;
        }
        var written = written(text.get());
        memory.writeI32(length, written.length());
        return written.address();
    }

    private long checked(long value) {
        if (QuickJsValues.isException(value)) {
            throw thrown();
        }
        return value;
    }

    private IsolateFailure thrown() {
        return thrown(call("JS_GetException", context));
    }

    private IsolateFailure thrown(long error) {
        var stack = call("JS_IsError", error) == 0 ? "" : text(property(error, "stack"));
        return new IsolateFailure(Kind.THROWN, text(error), stack);
    }

    private long call(String export, long... arguments) {
        var results = instance.export(export).apply(arguments);
        return results == null || results.length == 0 ? 0 : results[0];
    }
}
