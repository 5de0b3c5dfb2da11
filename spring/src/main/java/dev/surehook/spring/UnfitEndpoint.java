package dev.surehook.spring;

import dev.surehook.engine.profile.Fault;
import java.util.List;
import java.util.stream.Collectors;

/** What an owner said of an endpoint breaks rules of the profile. */
public final class UnfitEndpoint extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    UnfitEndpoint(List<Fault> faults) {
        super(faults.stream().map(fault -> fault.field() + ": " + fault.text()).collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    /** Every fault, with the field that it is of, the rule, and a line for people. */
    public List<Fault> faults() {
        return faults;
    }
}
