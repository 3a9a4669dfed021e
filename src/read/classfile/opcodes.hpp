// The instructions of the Java virtual machine (JVMS 6.5) by number, and what follows each in the code.
#pragma once

#include <cstdint>
#include <string_view>

namespace thinair::read::classfile {

enum Opcode : std::uint8_t {
  op_nop = 0,
  op_aconst_null = 1,
  op_iconst_m1 = 2,
  op_iconst_0 = 3,
  op_lconst_0 = 9,
  op_fconst_0 = 11,
  op_dconst_0 = 14,
  op_bipush = 16,
  op_sipush = 17,
  op_ldc = 18,
  op_ldc_w = 19,
  op_ldc2_w = 20,
  op_iload = 21,
  op_lload = 22,
  op_fload = 23,
  op_dload = 24,
  op_aload = 25,
  op_iload_0 = 26,
  op_iaload = 46,
  op_laload = 47,
  op_faload = 48,
  op_daload = 49,
  op_aaload = 50,
  op_baload = 51,
  op_caload = 52,
  op_saload = 53,
  op_istore = 54,
  op_lstore = 55,
  op_fstore = 56,
  op_dstore = 57,
  op_astore = 58,
  op_istore_0 = 59,
  op_iastore = 79,
  op_lastore = 80,
  op_fastore = 81,
  op_dastore = 82,
  op_aastore = 83,
  op_bastore = 84,
  op_castore = 85,
  op_sastore = 86,
  op_pop = 87,
  op_pop2 = 88,
  op_dup = 89,
  op_dup_x1 = 90,
  op_dup_x2 = 91,
  op_dup2 = 92,
  op_dup2_x1 = 93,
  op_dup2_x2 = 94,
  op_swap = 95,
  op_iadd = 96,
  op_isub = 100,
  op_imul = 104,
  op_idiv = 108,
  op_irem = 112,
  op_ineg = 116,
  op_ishl = 120,
  op_lshl = 121,
  op_ishr = 122,
  op_lshr = 123,
  op_iushr = 124,
  op_lushr = 125,
  op_iand = 126,
  op_land = 127,
  op_ior = 128,
  op_lor = 129,
  op_ixor = 130,
  op_lxor = 131,
  op_iinc = 132,
  op_i2l = 133,
  op_i2f = 134,
  op_i2d = 135,
  op_l2i = 136,
  op_l2f = 137,
  op_l2d = 138,
  op_f2i = 139,
  op_f2l = 140,
  op_f2d = 141,
  op_d2i = 142,
  op_d2l = 143,
  op_d2f = 144,
  op_i2b = 145,
  op_i2c = 146,
  op_i2s = 147,
  op_lcmp = 148,
  op_fcmpl = 149,
  op_fcmpg = 150,
  op_dcmpl = 151,
  op_dcmpg = 152,
  op_ifeq = 153,
  op_ifle = 158,
  op_if_icmpeq = 159,
  op_if_icmple = 164,
  op_if_acmpeq = 165,
  op_if_acmpne = 166,
  op_goto = 167,
  op_jsr = 168,
  op_ret = 169,
  op_tableswitch = 170,
  op_lookupswitch = 171,
  op_ireturn = 172,
  op_return = 177,
  op_getstatic = 178,
  op_putstatic = 179,
  op_getfield = 180,
  op_putfield = 181,
  op_invokevirtual = 182,
  op_invokespecial = 183,
  op_invokestatic = 184,
  op_invokeinterface = 185,
  op_invokedynamic = 186,
  op_new = 187,
  op_newarray = 188,
  op_anewarray = 189,
  op_arraylength = 190,
  op_athrow = 191,
  op_checkcast = 192,
  op_instanceof = 193,
  op_monitorenter = 194,
  op_monitorexit = 195,
  op_wide = 196,
  op_multianewarray = 197,
  op_ifnull = 198,
  op_ifnonnull = 199,
  op_goto_w = 200,
  op_jsr_w = 201,
};

// How an instruction's operands are laid out, one letter for each number.
//   . none   b byte   s short   l local   c constant (2 bytes)   k constant (1 byte)   j jump (2)   J jump (4)   i local and byte   d
//   constant, count, 0   y constant, 0, 0   m constant and byte   t tableswitch   u lookupswitch   w wide   ! not allowed
inline constexpr std::string_view kLayout =
    "................"  // 0
    "bskccl"
    "llll"                  // 16
    "...................."  // 26
    "........"              // 46
    "lllll"                 // 54
    "...................."  // 59
    "........"              // 79
    "........................................"
    "....."                 // 87..131
    "i"                     // 132
    "...................."  // 133..152
    "jjjjjjjjjjjjjj"        // 153..166
    "j!!tu"                 // 167..171
    "......"                // 172..177
    "ccccccc"               // 178..184
    "dy"                    // 185, 186
    "cbc..cc..wmjjJ!";      // 187..201
static_assert(kLayout.size() == 202);

}  // namespace thinair::read::classfile
