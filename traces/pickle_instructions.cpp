// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The instructions of pickles that make data.
#include "traces/pickle_reader.h"

namespace pgram {

void PickleReader::obey(int code)
{
    switch (code) {
    case 0x80:  // PROTO
        if (constexpr int newest = 5; byte() > newest) {
            fail(Core::tr("is a pickle of a protocol above {}", newest));
        }
        return;
    case 0x95:  // FRAME
        count(8);
        return;
    case '.':  // STOP
        if (const auto root = popped()) {
            m_pickle.m_root = *root;
        }
        m_isDone = true;
        return;
    case '0':  // POP
        popped();
        return;
    case '2':  // DUP
        m_stack.size() > bottom() ? push(Value(m_stack.back())) : contradicts();
        return;
    case 'N':  // NONE
        return push(Value{});
    default:
        return obeyNumber(code);
    }
}

void PickleReader::obeyNumber(int code)
{
    switch (code) {
    case 0x88:  // NEWTRUE
    case 0x89:  // NEWFALSE
        return push(std::int64_t{code == 0x88});
    case 'K':  // BININT1
        return push(static_cast<std::int64_t>(count(1)));
    case 'M':  // BININT2
        return push(static_cast<std::int64_t>(count(2)));
    case 'J':  // BININT
        return push(static_cast<std::int64_t>(static_cast<std::int32_t>(count(4))));
    case 0x8a:  // LONG1
        return pushLong(count(1));
    case 0x8b:  // LONG4
        return pushLong(count(4));
    case 'G': {  // BINFLOAT, the most significant byte first
        std::uint64_t bits = 0;
        for (int i = 0; i < 8; ++i) {
            bits = bits << 8 | count(1);
        }
        return pushReal(std::bit_cast<double>(bits));
    }
    default:
        return obeyText(code);
    }
}

void PickleReader::obeyText(int code)
{
    switch (code) {
    case 0x8c:  // SHORT_BINUNICODE
        return pushText(characters(count(1)));
    case 'X':  // BINUNICODE
        return pushText(characters(count(4)));
    case 0x8d:  // BINUNICODE8
        return pushText(characters(count(8)));
    case 'C':  // SHORT_BINBYTES
        return pushBytes(count(1));
    case 'B':  // BINBYTES
        return pushBytes(count(4));
    case 0x8e:  // BINBYTES8
        return pushBytes(count(8));
    default:
        return obeyContainer(code);
    }
}

void PickleReader::obeyContainer(int code)
{
    switch (code) {
    case '(':  // MARK
        m_marks.push_back(m_stack.size());
        ++m_held;
        return;
    case '1':  // POP_MARK
        aboveMark();
        return;
    case ']':  // EMPTY_LIST
    case ')':  // EMPTY_TUPLE
        return pushList({});
    case 't':  // TUPLE
        return pushList(aboveMark());
    case 0x85:  // TUPLE1
    case 0x86:  // TUPLE2
    case 0x87:  // TUPLE3
        return pushList(top(static_cast<std::size_t>(code - 0x84)));
    case 'a':  // APPEND
        return extend(top(1));
    case 'e':  // APPENDS
        return extend(aboveMark());
    case '}':  // EMPTY_DICT
        return pushDictionary();
    case 's':  // SETITEM
        return setMembers(top(2));
    case 'u':  // SETITEMS
        return setMembers(aboveMark());
    default:
        return obeyPlace(code);
    }
}

void PickleReader::obeyPlace(int code)
{
    switch (code) {
    case 0x94:  // MEMOIZE
        return remember(m_remembered);
    case 'q':  // BINPUT
        return remember(count(1));
    case 'r':  // LONG_BINPUT
        return remember(count(4));
    case 'h':  // BINGET
        return recall(count(1));
    case 'j':  // LONG_BINGET
        return recall(count(4));
    case 'c':
    case 0x93:
    case 'R':
    case 'i':
    case 'o':
    case 'b':
    case 0x81:
    case 0x92:
    case 'P':
    case 'Q':
    case 0x82:
    case 0x83:
    case 0x84:
        return fail(
            Core::tr("is a pickle that makes objects of classes or calls functions, which is not safe to read"));
    default:
        return fail(Core::tr("has the unknown pickle instruction {}", code));
    }
}

}  // namespace pgram
