package dev.hyperterse.javascript;

import com.oracle.truffle.api.instrumentation.TruffleInstrument;
import com.oracle.truffle.api.instrumentation.provider.TruffleInstrumentProvider;
import java.util.Collection;
import java.util.List;

/** By which the engine finds the bound of BigInts. */
@TruffleInstrument.Registration(id = BigIntBound.ID, services = BigIntBound.class)
public final class BigIntBoundProvider extends TruffleInstrumentProvider {
    @Override
    protected String getInstrumentClassName() {
        return BigIntBound.class.getName();
    }

    @Override
    protected Object create() {
        return new BigIntBound();
    }

    @Override
    protected Collection<String> getServicesClassNames() {
        return List.of(BigIntBound.class.getName());
    }
}
